import { classNames } from "@/components/ui/class-names";
import type { FigureLayer, FigureLayerKind, ReportFigure } from "@/lib/domain/report";
import legendStyles from "@/components/ui/legend.module.css";
import styles from "./report-figure.module.css";

function Ground({ layer: { kind, outline, hatch } }: { layer: FigureLayer }) {
  return (
    <g className={styles[kind]}>
      {hatch === "" ? null : <path d={hatch} className={styles.hatch} />}
      <path d={outline} fillRule="evenodd" className={styles.outline} />
    </g>
  );
}

const SWATCH = { outline: "M1 1H21V10H1z", hatch: "M1 6L6 1M1 10L10 1M6 10L15 1M11 10L20 1M16 10L21 5" };

function Swatch({ kind }: { kind: FigureLayerKind }) {
  return (
    <svg width="28" height="14" viewBox="0 0 22 11" aria-hidden="true" focusable="false">
      {kind === "field" ? <path d={SWATCH.outline} className={styles.tint} /> : null}
      <Ground
        layer={{ kind, outline: SWATCH.outline, hatch: kind === "pula" || kind === "buffer" ? SWATCH.hatch : "" }}
      />
    </svg>
  );
}

/** An arrow that blows with the wind, in the corner that the north arrow leaves free. */
const Wind = ({ fromDeg }: { fromDeg: number }) => (
  <g transform={`translate(24 26) rotate(${fromDeg})`} className={styles.wind}>
    <path d="M0 -16V12M-8 4L0 16L8 4" />
  </g>
);

interface Props {
  figure: ReportFigure;
  description: string;
  /** Where the wind of the drawing comes from, degrees clockwise from north; left out: it shows none. */
  windFromDeg?: number | null;
  /** For bright sun and a small screen: a thick buffer, and letters as large as the drawing's width allows. */
  isBold?: boolean;
}

/** The length of a scale from which its 0 stands clear of the words at its end in the largest letters, in the drawing's units. */
const ROOM_FOR_ZERO = 70;

/** The field's map, drawn from the same geometry as on paper. */
export function ReportFigureView({ figure, description, windFromDeg = null, isBold = false }: Props) {
  const { width, height, layers, labels, scaleBar, legend } = figure;
  const bottom = height - 10;
  return (
    <figure className={classNames(styles.figure, isBold && styles.bold)}>
      <svg viewBox={`0 0 ${width} ${height}`} className={styles.map} role="img" aria-label={description}>
        {layers
          .filter(({ kind }) => kind === "field")
          .map(({ outline }, index) => (
            <path key={index} d={outline} fillRule="evenodd" className={styles.tint} />
          ))}
        {layers.map((layer, index) => (
          <Ground key={index} layer={layer} />
        ))}
        {labels.map(({ x, y, text }, index) => (
          <text key={index} x={x} y={y} className={styles.label}>
            {text}
          </text>
        ))}
        <ScaleAndNorth {...{ width, bottom, scaleBar }} />
        {windFromDeg === null ? null : <Wind fromDeg={windFromDeg} />}
      </svg>
      <figcaption>
        <ul className={legendStyles.legend}>
          {legend.map(({ kind, text }) => (
            <li key={text}>
              <Swatch kind={kind} />
              {text}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

function ScaleAndNorth({ width, bottom, scaleBar }: Pick<ReportFigure, "width" | "scaleBar"> & { bottom: number }) {
  return (
    <g className={styles.scale}>
      <path d={`M10 ${bottom - 4}H${10 + scaleBar.length / 2}V${bottom}H10z`} className={styles.bar} />
      <path d={`M10 ${bottom - 4}H${10 + scaleBar.length}V${bottom}H10z`} className={styles.edge} />
      {scaleBar.length < ROOM_FOR_ZERO ? null : (
        <text x={10} y={bottom - 7}>
          0
        </text>
      )}
      <text x={10 + scaleBar.length} y={bottom - 7} className={styles.middle}>
        {scaleBar.text}
      </text>
      <path d={`M${width - 20} 10l6 20l-6 -4z`} className={styles.bar} />
      <path d={`M${width - 20} 10l-6 20l6 -4z`} className={styles.edge} />
      <text x={width - 20} y={42} className={styles.middle}>
        N
      </text>
    </g>
  );
}
