/** Shown on the device of someone who was removed from a family, once everything of it is deleted there. */
import { Link } from '#web/look/link.tsx';
import { PageHeader } from '#web/look/page.tsx';
import { useWords } from '#web/words/words.ts';
import { Door } from './door.tsx';
import { EmptyPlate } from './pictures.tsx';

export function Removed() {
  const { say } = useWords();
  return (
    <Door>
      <EmptyPlate />
      <PageHeader title={say('entry.removed')} lead={say('entry.removed-means')} />
      <Link href="/" className="button button-primary">
        {say('app.start')}
      </Link>
    </Door>
  );
}
