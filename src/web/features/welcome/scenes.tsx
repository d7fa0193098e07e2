/** Small examples of the app's parts, drawn with plain elements. Features hides them from screen readers. */
import type { MessageId } from '#languages/message-ids.ts';
import { dayName } from '#web/base/i18n/dates.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import './scenes.css';

export function PlanScene() {
  const { t, locale } = useTranslation();
  return (
    <div className="scene-card">
      <span className="scene-small scene-dinner">
        {dayName('Wednesday', locale)} · {t('week.slot.dinner')}
      </span>
      <strong className="scene-title">{t('welcome.meal.dal')}</strong>
      <span className="scene-chips">
        <span>{t('welcome.plan-reason-time')}</span>
        <span>{t('welcome.plan-reason-pantry')}</span>
        <span>{t('welcome.plan-reason-stars')}</span>
      </span>
    </div>
  );
}

export function AllergyScene() {
  const { t } = useTranslation();
  return (
    <div className="scene-card">
      <strong className="scene-title">{t('welcome.meal.noodles')}</strong>
      <span className="scene-sign scene-bad">
        <Icon name="warn" size={16} /> {t('welcome.allergies-sign')}
      </span>
      <span className="scene-sign scene-unsure">
        <Icon name="warn" size={16} /> {t('welcome.allergies-unsure')}
      </span>
    </div>
  );
}

const ITEMS: [name: MessageId, detail: MessageId, isTicked?: true][] = [
  ['welcome.list-onions', 'welcome.list-onions-for', true],
  ['welcome.list-tomatoes', 'welcome.list-tomatoes-for'],
  ['welcome.list-spinach', 'welcome.list-spinach-for'],
];

export function ListScene() {
  const { t } = useTranslation();
  return (
    <div className="scene-card scene-rows">
      {ITEMS.map(([name, detail, isTicked]) => (
        <span key={name} className={isTicked ? 'scene-item scene-ticked' : 'scene-item'}>
          <span className="scene-box">{isTicked && <Icon name="check" size={14} />}</span>
          <span>
            <span className="scene-name">{t(name)}</span>
            <span className="scene-small">{t(detail)}</span>
          </span>
        </span>
      ))}
    </div>
  );
}

const INGREDIENTS: MessageId[] = [
  'welcome.recipe-tomatoes',
  'welcome.recipe-eggs',
  'welcome.recipe-pepper',
  'welcome.recipe-cumin',
];

export function RecipeScene() {
  const { t } = useTranslation();
  return (
    <div className="scene-card">
      <span className="scene-head">
        <strong className="scene-title">Shakshuka</strong>
        <span className="scene-stars">★★★★★</span>
      </span>
      <span className="scene-servings">
        <span>−</span> {t('welcome.recipe-servings')} <span>+</span>
      </span>
      {INGREDIENTS.map((line) => (
        <span key={line} className="scene-line">
          {t(line)}
        </span>
      ))}
    </div>
  );
}

export function DisplayScene() {
  const { t, locale } = useTranslation();
  return (
    <div className="scene-tablet">
      <span className="scene-tablet-head">
        <span>{dayName('Tuesday', locale)}</span>
        <span>17:42</span>
      </span>
      <span className="scene-tablet-slot">{t('week.slot.dinner')}</span>
      <span className="scene-tablet-meal">{t('welcome.meal.pasta')}</span>
      <span className="scene-tablet-next">
        {t('welcome.display-tomorrow')} {t('welcome.meal.dal')}
      </span>
    </div>
  );
}

export function ApiScene() {
  const { t } = useTranslation();
  return (
    <pre className="scene-code">
      <b>GET</b> /api/meal-plans/v1/current{'\n'}
      {'\n'}
      {'"Tuesday": {\n  "dinner": {\n    "description":\n      '}
      <i>&quot;{t('welcome.meal.pasta')}&quot;</i>
      {'\n  }\n}'}
    </pre>
  );
}
