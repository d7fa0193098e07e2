/** The page of a recipe that does not exist or cannot be loaded. */
import { ApiError } from '#web/base/api.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Link } from '#web/base/ui/link.tsx';
import { Empty } from '#web/base/ui/page.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';

export function NoRecipe({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation();
  const isGone = error instanceof ApiError && [400, 404].includes(error.status);
  return (
    <Empty
      title={t(isGone ? 'recipes.gone' : 'recipes.failed')}
      picture={<Icon name={isGone ? 'bowl' : 'no-answer'} size={48} />}
    >
      <p>{isGone ? t('recipes.gone-why') : problemText(t, error)}</p>
      {isGone ? (
        <Link href="/recipes" className="button button-primary">
          {t('recipes.back')}
        </Link>
      ) : (
        <Button onClick={onRetry}>{t('recipes.try-again')}</Button>
      )}
    </Empty>
  );
}
