/** The chart for the docs: a bar for each ratio, a tick at its goal. Plain SVG, for light and dark pages. */
import type { Results, Row } from './results.ts';

const WIDTH = 760;
const LABELS = 300;
const BAR = 20;
const STEP = 34;
const TOP = 64;

const STYLE = `
  svg { color: #1f2328; background: transparent; font: 13px system-ui, sans-serif; }
  text { fill: currentColor; }
  .title { font-size: 15px; font-weight: 600; }
  .quiet { opacity: 0.7; }
  .track { fill: currentColor; opacity: 0.08; }
  .bar { fill: #2f81c7; } .base { fill: #8a929b; } .over { fill: #c4622d; }
  .dot { opacity: 0.25; }
  .goal { stroke: currentColor; stroke-width: 2; }
  @media (prefers-color-scheme: dark) {
    svg { color: #e6edf3; }
    .bar { fill: #58a6e8; } .base { fill: #767e88; } .over { fill: #e88a54; }
  }`;

export function chart({ rows, date, node, cpu }: Results): string {
  const largest = Math.max(...rows.flatMap(({ ratio, goal }) => [ratio, goal ?? 0]));
  const scale = (WIDTH - LABELS - 60) / largest;
  const measure = 'CPU time per request';
  return drawChart({
    size: [WIDTH, TOP + rows.length * STEP + 8],
    label: `${measure} against a bare node:http server`,
    title: `${measure}, as a multiple of a bare node:http server`,
    lead: `less is better; the tick is the goal · Node ${node}, ${cpu}, ${date.slice(0, 10)}`,
    marks: rows.map((row, at) => bar(row, TOP + at * STEP, scale)),
  });
}

function bar({ name, goal, ratio, cpuMicros }: Row, y: number, scale: number): string {
  const kind = name.startsWith('bare') ? 'base' : goal !== null && ratio > goal ? 'over' : 'bar';
  const micros = cpuMicros === null ? '' : `, ${cpuMicros} us`;
  const middle = y + BAR / 2 + 5;
  const end = LABELS + Math.max(ratio, goal ?? 0) * scale;
  const parts = [
    `<text x="${LABELS - 10}" y="${middle}" text-anchor="end">${escape(name)}</text>`,
    `<rect class="track" x="${LABELS}" y="${y}" width="${WIDTH - LABELS - 60}" height="${BAR}" rx="3"/>`,
    `<rect class="${kind}" x="${LABELS}" y="${y}" width="${(ratio * scale).toFixed(1)}" height="${BAR}" rx="3"><title>${escape(name)}: ${ratio.toFixed(2)} times${micros}</title></rect>`,
    `<text x="${(end + 8).toFixed(1)}" y="${middle}">${ratio.toFixed(2)}</text>`,
  ];
  if (goal !== null) {
    const x = (LABELS + goal * scale).toFixed(1);
    parts.push(`<line class="goal" x1="${x}" x2="${x}" y1="${y - 4}" y2="${y + BAR + 4}"/>`);
  }
  return parts.join('\n');
}

type Chart = {
  size: [width: number, height: number];
  label: string;
  title: string;
  lead: string;
  marks: string[];
};

/** The frame of a chart, with its style. */
export function drawChart({ size: [width, height], label, title, lead, marks }: Chart): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${label}">
<style>${STYLE}
</style>
<text class="title" x="8" y="22">${title}</text>
<text class="quiet" x="8" y="42">${escape(lead)}</text>
${marks.join('\n')}
</svg>
`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
