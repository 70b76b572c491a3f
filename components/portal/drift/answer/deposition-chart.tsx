import { Card } from "@/components/ui/card";
import { Citations } from "@/components/portal/measures/citations";
import { Fold } from "@/components/ui/fold";
import { TableHead } from "@/components/ui/table-head";
import type { DepositionView } from "@/lib/views/portal/drift";
import { formatFeet } from "@/lib/views/figures";
import table from "@/components/ui/stacked-table.module.css";
import styles from "./charts.module.css";
import { wordsIn } from "@/lib/views/language";

interface Words {
  title: string;
  open: string;
  what: (curve: string) => string;
  mark: (of: { feet: string; name: string; percent: string; isExtrapolated: boolean }) => string;
  asTable: string;
  caption: string;
  distance: string;
  expected: string;
  chart: (of: { curve: string; atEdge: string; atEnd: string; end: string }) => string;
  axis: string;
}

const words = wordsIn<Words>({
  en: {
    title: "Expected drift beyond the edge",
    open: "Which curve holds is open: set the droplet size, and for a ground sprayer the boom height.",
    what: (curve) =>
      `AgDRIFT Tier I, ${curve}. It shows what is to be expected downwind and replaces no label's distance.`,
    mark: ({ feet, name, percent, isExtrapolated }) =>
      `At the ${feet} buffer of ${name}: ${percent} of the applied rate${isExtrapolated ? ", beyond the curve's own range" : ""}.`,
    asTable: "The curve as a table",
    caption: "Expected deposition, percent of the applied rate",
    distance: "Distance downwind",
    expected: "Expected",
    chart: ({ curve, atEdge, atEnd, end }) =>
      `Curve of expected deposition, ${curve}: ${atEdge} at the edge, ${atEnd} at ${end}. The table below has the figures.`,
    axis: "distance downwind",
  },
  es: {
    title: "Deriva esperada más allá del borde",
    open: "Falta saber qué curva vale: indique el tamaño de gota y, para una aspersora terrestre, la altura del aguilón.",
    what: (curve) =>
      `AgDRIFT Tier I, ${curve}. Muestra lo que se espera a favor del viento y no sustituye la distancia de ninguna etiqueta.`,
    mark: ({ feet, name, percent, isExtrapolated }) =>
      `Donde termina la zona de amortiguamiento de ${feet} de ${name}: ${percent} de la dosis aplicada${isExtrapolated ? ", más allá del alcance de la curva" : ""}.`,
    asTable: "La curva como tabla",
    caption: "Deposición esperada, % de la dosis aplicada",
    distance: "Distancia a favor del viento",
    expected: "Esperada",
    chart: ({ curve, atEdge, atEnd, end }) =>
      `Curva de deposición esperada, ${curve}: ${atEdge} en el borde, ${atEnd} a ${end}. La tabla de abajo tiene las cifras.`,
    axis: "distancia a favor del viento",
  },
});

const WIDTH = 300;
const HEIGHT = 220;
const LEFT = 58;
const RIGHT = 10;
const TOP = 12;
const BOTTOM = 48;
/** Percent of the applied rate, from the top of the chart to its foot: each line a tenth of the one above. */
const TOP_PERCENT = 100;
const DECADES = 4;

const percentInWords = (percent: number): string => `${Number(percent.toPrecision(2))} %`;

/** What is expected to come down beyond the field, as a curve and as a table. */
export function DepositionChart({ deposition }: { deposition: DepositionView | null }) {
  return (
    <Card title={words().title} id="deposition">
      {deposition === null ? <p>{words().open}</p> : <Curve deposition={deposition} />}
    </Card>
  );
}

function Curve({ deposition }: { deposition: DepositionView }) {
  const { curve, marks, points, citation } = deposition;
  return (
    <>
      <p>
        {words().what(curve)}
        {marks.map(({ name, distanceFt, percent, isExtrapolated }) => (
          <span key={name} className={styles.mark}>
            {words().mark({ feet: formatFeet(distanceFt), name, percent: percentInWords(percent), isExtrapolated })}
          </span>
        ))}
      </p>
      <Chart deposition={deposition} />
      <Fold summary={words().asTable}>
        <table className={table.table} role="table">
          <caption>{words().caption}</caption>
          <TableHead columns={[words().distance, words().expected]} />
          <tbody role="rowgroup">
            {points.map(({ distanceFt, percent }) => (
              <tr key={distanceFt} role="row">
                <th role="rowheader" scope="row" className={table.rowHead}>
                  {formatFeet(distanceFt)}
                </th>
                <td role="cell" data-label={words().expected}>
                  {percentInWords(percent)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Fold>
      {citation === null ? null : <Citations citations={[citation]} />}
    </>
  );
}

const inOneSentence = ({ points, curve }: DepositionView): string =>
  words().chart({
    curve,
    atEdge: percentInWords(points[0]?.percent ?? 0),
    atEnd: percentInWords(points.at(-1)?.percent ?? 0),
    end: formatFeet(points.at(-1)?.distanceFt ?? 1),
  });

function Chart({ deposition }: { deposition: DepositionView }) {
  const { points, marks } = deposition;
  const lastFt = points.at(-1)?.distanceFt ?? 1;
  const x = (distanceFt: number): number => LEFT + ((WIDTH - LEFT - RIGHT) * distanceFt) / lastFt;
  const y = (percent: number): number => {
    const decades = Math.log10(TOP_PERCENT / Math.max(percent, TOP_PERCENT / 10 ** DECADES));
    return TOP + ((HEIGHT - TOP - BOTTOM) * decades) / DECADES;
  };
  const line = points.map((point) => `${x(point.distanceFt).toFixed(1)},${y(point.percent).toFixed(1)}`).join(" ");
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={styles.chart} role="img" aria-label={inOneSentence(deposition)}>
      {Array.from({ length: DECADES + 1 }, (_unused, decade) => TOP_PERCENT / 10 ** decade).map((percent) => (
        <g key={percent}>
          <line x1={LEFT} x2={WIDTH - RIGHT} y1={y(percent)} y2={y(percent)} className={styles.grid} />
          <text x={LEFT - 6} y={y(percent) + 5} textAnchor="end" className={styles.axis}>
            {percent}%
          </text>
        </g>
      ))}
      {[0, lastFt / 2, lastFt].map((distanceFt) => (
        <text
          key={distanceFt}
          x={x(distanceFt)}
          y={HEIGHT - BOTTOM + 20}
          textAnchor={distanceFt === lastFt ? "end" : distanceFt === 0 ? "start" : "middle"}
          className={styles.axis}
        >
          {formatFeet(distanceFt)}
        </text>
      ))}
      <text x={(LEFT + WIDTH) / 2} y={HEIGHT - 6} textAnchor="middle" className={styles.axis}>
        {words().axis}
      </text>
      <polyline points={line} className={styles.curve} />
      {marks.map(({ name, distanceFt, percent }) => (
        <g key={name}>
          <line
            x1={x(distanceFt)}
            x2={x(distanceFt)}
            y1={y(percent)}
            y2={HEIGHT - BOTTOM}
            className={styles.bufferLine}
          />
          <circle cx={x(distanceFt)} cy={y(percent)} r={6} className={styles.bufferDot} />
        </g>
      ))}
    </svg>
  );
}
