/** Nothing stands at this address. */
import { Link } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page.tsx';
import { useWords } from '#web/i18n/words.ts';
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
