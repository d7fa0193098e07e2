/** After an import: how many recipes there are now, and the way back. */
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Link } from '#web/base/ui/link.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { appName } from './app-name.ts';
import { useUndo } from './archive-form.tsx';
import type { Imported } from './archive-import.ts';

export function ImportedBanner({ imported, onUndone }: { imported: Imported; onUndone: () => void }) {
  const { t } = useTranslation();
  const { undo, isUndoing } = useUndo(onUndone);
  const { importId, fileName, report } = imported;
  if (importId === null) return <Banner>{t('import.nothing-new')}</Banner>;
  const app = appName(report.formats, fileName);
  return (
    <Banner
      kind="good"
      icon="check"
      action={
        <Button busy={isUndoing} onClick={() => void undo(importId)}>
          {t('import.undo')}
        </Button>
      }
    >
      <p>{t('import.imported', { count: report.newRecipes, app })}</p>
      {report.replacedRecipes > 0 && (
        <p>{t('import.imported-replaced', { count: report.replacedRecipes })}</p>
      )}
      {report.meals > 0 && <p>{t('import.imported-meals', { count: report.meals })}</p>}
      {report.listLines > 0 && <p>{t('import.imported-list', { count: report.listLines })}</p>}
      <Link href="/recipes?own=true">{t('import.show-recipes')}</Link>
    </Banner>
  );
}
