/** A new key, once, with a line that works as it is pasted. */
import { useWords } from '#web/i18n/words.ts';
import { SecretDialog } from './secret-dialog.tsx';

export function KeyDialog({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  const { say } = useWords();
  // Double quotes: the shells of Linux, macOS and Windows all understand them.
  const curl = `curl -H "X-API-Key: ${apiKey}" "${location.origin}/api/meal-plans/v1/current"`;
  return (
    <SecretDialog
      title={say('profile.key-made')}
      secrets={[
        { label: say('profile.key'), text: apiKey, copy: say('profile.copy-key') },
        { label: say('profile.curl'), text: curl, copy: say('profile.copy-curl') },
      ]}
      onClose={onClose}
    >
      <p>
        <a href="/api/docs" target="_blank" rel="noreferrer">
          {say('profile.api-docs')}
        </a>
      </p>
    </SecretDialog>
  );
}
