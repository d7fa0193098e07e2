/** The public beginning of an API key, which tells keys with the same name apart. */
import './key-prefix.css';

export function KeyPrefix({ id }: { id: string }) {
  return <code className="key-prefix">{`wf_${id}…`}</code>;
}
