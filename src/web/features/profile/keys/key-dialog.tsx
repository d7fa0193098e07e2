/** Shows a new key once, with a command to try it. */
import type { Scope } from '#domain/family/scopes.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { SecretDialog } from '#web/base/ui/share/secret-dialog.tsx';

type KeyDialogProps = { apiKey: string; scopes: readonly Scope[]; onClose: () => void };

export function KeyDialog({ apiKey, scopes, onClose }: KeyDialogProps) {
  const { t } = useTranslation();
  // Double quotes work in the shells of Linux, macOS and Windows.
  const example = exampleFor(scopes);
  const curl = `curl -H "X-API-Key: ${apiKey}" "${location.origin}${example}"`;
  return (
    <SecretDialog
      title={t('profile.key-made')}
      secrets={[
        { label: t('profile.key'), text: apiKey, copy: t('profile.copy-key') },
        ...(example === undefined
          ? []
          : [{ label: t('profile.curl'), text: curl, copy: t('profile.copy-curl') }]),
      ]}
      onClose={onClose}
    >
      <p>
        <a href="/api/docs" target="_blank" rel="noreferrer">
          {t('profile.api-docs')}
        </a>
      </p>
    </SecretDialog>
  );
}

/** A read that the key may do; undefined if it may only change. */
function exampleFor(scopes: readonly Scope[]): string | undefined {
  if (scopes.includes('plans:read')) return '/api/meal-plans/v1/current';
  if (scopes.includes('lists:read')) return '/api/shopping-lists/v1/current';
  if (scopes.includes('pantry:read')) return '/api/pantry/v1';
  return scopes.includes('recipes:read') ? '/api/recipes/v1' : undefined;
}
