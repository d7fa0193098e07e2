/** Decorative illustrations for the signed-out pages, hidden from screen readers. */
import './illustrations.css';

export function EmptyPlate() {
  return (
    <svg aria-hidden="true" className="plate" width="184" height="112" viewBox="-8 0 184 112">
      <ellipse className="plate-shade" cx="84" cy="98" rx="62" ry="8" />
      <circle className="plate-rim" cx="84" cy="54" r="44" />
      <circle className="plate-well" cx="84" cy="54" r="29" />
      <path className="plate-tool" d="M8 14v20c0 6 3 9 7 9s7-3 7-9V14M15 14v82" />
      <path className="plate-tool" d="M156 96V14c-9 4-12 18-11 38h11" />
    </svg>
  );
}
