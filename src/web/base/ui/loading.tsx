/** Loading states: a spinner and a skeleton. */
import './loading.css';

export function Spinner() {
  return <span className="spinner" aria-hidden="true" />;
}

/** Grey lines in place of text; `label` is for screen readers. */
export function Skeleton({ lines = 3, label }: { lines?: number; label: string }) {
  return (
    <div className="skeleton" role="status">
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className="skeleton-line" />
      ))}
    </div>
  );
}
