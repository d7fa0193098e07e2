/** While something is on its way: a small turning ring, or the shape of what will come. */
import './loading.css';

export function Spinner() {
  return <span className="spinner" aria-hidden="true" />;
}

/** Grey lines where text will be; `label` is read out. */
export function Skeleton({ lines = 3, label }: { lines?: number; label: string }) {
  return (
    <div className="skeleton" role="status">
      <span className="unseen">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className="skeleton-line" />
      ))}
    </div>
  );
}
