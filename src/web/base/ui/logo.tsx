/** The logo of Weekfare, the same drawing as public/icon.svg. */
import './logo.css';

const DAYS = [
  [7.5, 28.3],
  [12.3, 18.1],
  [21, 11],
  [32, 8.5],
  [43, 11],
  [51.7, 18.1],
  [56.5, 28.3],
];

export function Logo({ size }: { size: number }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 64 64">
      <path className="mark-bowl" d="M6 35h52a26 26 0 0 1-17 24.4V62H23v-2.6A26 26 0 0 1 6 35z" />
      {DAYS.map(([x, y]) => (
        <circle key={x} className="mark-day" cx={x} cy={y} r="3.7" />
      ))}
    </svg>
  );
}
