import { G, Path, Svg, Text, View } from "@react-pdf/renderer";
import type { FigureLabel, FigureLayer, FigureLayerKind, ReportFigure } from "@/lib/domain/report";
import { FONT, INK, styles } from "@/lib/gateways/pdf/styles";

interface Look {
  fill: string;
  stroke: string;
  strokeWidth: number;
  dash?: string;
  hatch?: { stroke: string; strokeWidth: number };
}

/** Told apart by line and hatch as well as by color, because copies are black and white. */
const LOOKS: Record<FigureLayerKind, Look> = {
  soil: { fill: "none", stroke: "#8a7a55", strokeWidth: 0.5, dash: "2 2" },
  pula: {
    fill: "none",
    stroke: "#7a3b1d",
    strokeWidth: 0.9,
    dash: "6 2",
    hatch: { stroke: "#b98a6c", strokeWidth: 0.45 },
  },
  buffer: { fill: "none", stroke: "#1f3f77", strokeWidth: 0.6, hatch: { stroke: "#1f3f77", strokeWidth: 0.6 } },
  field: { fill: "none", stroke: INK, strokeWidth: 1.6 },
};
/** Under everything else, so that the field stands out and its holes are seen. */
const FIELD_TINT = "#f1f3ea";
/** White under a label, so that it is read over a hatch. */
const LABEL = { letter: 4.3, height: 8.4, above: 6.6 };

function Ground({ layer }: { layer: FigureLayer }) {
  const { hatch, dash, ...look } = LOOKS[layer.kind];
  return (
    <G>
      {hatch === undefined || layer.hatch === "" ? null : <Path d={layer.hatch} fill="none" {...hatch} />}
      <Path d={layer.outline} fillRule="evenodd" {...look} {...(dash === undefined ? {} : { strokeDasharray: dash })} />
    </G>
  );
}

const MARGIN_PT = 10;

function ScaleBar({ figure: { height, scaleBar } }: { figure: ReportFigure }) {
  const y = height - MARGIN_PT;
  const [left, right] = [MARGIN_PT, MARGIN_PT + scaleBar.length];
  const middle = (left + right) / 2;
  return (
    <G>
      <Path d={`M${left - 5} ${y - 19}H${right + 46}V${y + 6}H${left - 5}z`} fill="#ffffff" fillOpacity={0.9} />
      <Path d={`M${left} ${y - 4}H${middle}V${y}H${left}z`} fill={INK} />
      <Path d={`M${left} ${y - 4}H${right}V${y}H${left}z`} fill="none" stroke={INK} strokeWidth={0.6} />
      <SvgText x={left} y={y - 7} text="0" />
      <SvgText x={right} y={y - 7} text={scaleBar.text} anchor="middle" />
    </G>
  );
}

function NorthArrow({ width }: { width: number }) {
  const x = width - 20;
  return (
    <G>
      <Path d={`M${x - 12} 6H${x + 12}V46H${x - 12}z`} fill="#ffffff" fillOpacity={0.9} />
      <Path d={`M${x} 10L${x + 6} 30L${x} 26z`} fill={INK} />
      <Path d={`M${x} 10L${x - 6} 30L${x} 26z`} fill="#ffffff" stroke={INK} strokeWidth={0.6} />
      <SvgText x={x} y={42} text="N" anchor="middle" isBold />
    </G>
  );
}

function Label({ label: { x, y, text } }: { label: FigureLabel }) {
  const width = text.length * LABEL.letter + 3;
  return (
    <G>
      <Path
        d={`M${x - width / 2} ${y - LABEL.above}h${width}v${LABEL.height}h${-width}z`}
        fill="#ffffff"
        fillOpacity={0.85}
      />
      <SvgText x={x} y={y} text={text} anchor="middle" />
    </G>
  );
}

interface SvgTextProps {
  x: number;
  y: number;
  text: string;
  anchor?: "start" | "middle";
  isBold?: boolean;
}

function SvgText({ x, y, text, anchor = "start", isBold = false }: SvgTextProps) {
  return (
    <Text
      x={x}
      y={y}
      fill={INK}
      textAnchor={anchor}
      style={{ fontFamily: FONT, fontSize: isBold ? 9 : 7, fontWeight: isBold ? 700 : 400 }}
    >
      {text}
    </Text>
  );
}

/** The field's map: drawn from geometry, never from tiles. */
export function Figure({ figure }: { figure: ReportFigure }) {
  const { width, height } = figure;
  return (
    <View wrap={false}>
      <View style={styles.figure}>
        <Svg width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
          {figure.layers
            .filter(({ kind }) => kind === "field")
            .map(({ outline }, index) => (
              <Path key={index} d={outline} fill={FIELD_TINT} fillRule="evenodd" />
            ))}
          {figure.layers.map((layer, index) => (
            <Ground key={index} layer={layer} />
          ))}
          {figure.labels.map((label, index) => (
            <Label key={index} label={label} />
          ))}
          <ScaleBar figure={figure} />
          <NorthArrow width={width} />
        </Svg>
      </View>
      <View style={styles.legend}>
        {figure.legend.map(({ kind, text }) => (
          <View key={text} style={styles.legendItem}>
            <Swatch kind={kind} />
            <Text>{text}</Text>
          </View>
        ))}
      </View>
    </View>
  );
}

const SWATCH = { outline: "M1 1H21V10H1z", hatch: "M1 6L6 1M1 10L10 1M6 10L15 1M11 10L20 1M16 10L21 5" };

function Swatch({ kind }: { kind: FigureLayerKind }) {
  return (
    <Svg width={22} height={11} viewBox="0 0 22 11">
      {kind === "field" ? <Path d={SWATCH.outline} fill={FIELD_TINT} /> : null}
      <Ground layer={{ kind, ...SWATCH }} />
    </Svg>
  );
}
