/** Nothing stands at this address. */
import { Link } from '#web/look/link.tsx';
import { PageHeader } from '#web/look/page.tsx';
import { useWords } from '#web/words/words.ts';
import { Door } from './door.tsx';
import { EmptyPlate } from './pictures.tsx';

export function NotFound() {
  const { say } = useWords();
  return (
    <Door>
      <EmptyPlate />
      <PageHeader title={say('app.not-found')} lead={say('app.not-found-why')} />
      <Link href="/" className="button button-primary">
        {say('app.start')}
      </Link>
    </Door>
  );
}
