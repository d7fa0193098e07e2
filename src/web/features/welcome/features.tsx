/** What Weekfare does, with a small example of each part that looks as in the app. */
import type { ReactNode } from 'react';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { AllergyScene, ApiScene, DisplayScene, ListScene, PlanScene, RecipeScene } from './scenes.tsx';
import './features.css';

export function Features() {
  const { t } = useTranslation();
  return (
    <ul id="features" className="features">
      <Feature tone="dinner" scene={<PlanScene />} title={t('welcome.plan')}>
        {t('welcome.plan-text')}
      </Feature>
      <Feature tone="bad" scene={<AllergyScene />} title={t('welcome.allergies')}>
        {t('welcome.allergies-text')}
      </Feature>
      <Feature tone="good" scene={<ListScene />} title={t('welcome.list')}>
        {t('welcome.list-text')}
      </Feature>
      <Feature tone="breakfast" scene={<RecipeScene />} title={t('welcome.recipes')}>
        {t('welcome.recipes-text')}
      </Feature>
      <Feature tone="lunch" scene={<DisplayScene />} title={t('welcome.display')}>
        {t('welcome.display-text')}
      </Feature>
      <Feature tone="ink" scene={<ApiScene />} title={t('welcome.api')}>
        {t('welcome.api-text')} {/* The page of the API is not part of the app. */}
        <a href="/api/docs">{t('welcome.api-docs')}</a>
      </Feature>
    </ul>
  );
}

type FeatureProps = { tone: string; scene: ReactNode; title: string; children: ReactNode };

function Feature({ tone, scene, title, children }: FeatureProps) {
  return (
    <li className="feature">
      {/* Decorative: the text says what it shows. */}
      <div className={`feature-scene feature-${tone}`} aria-hidden="true">
        {scene}
      </div>
      <div className="feature-text">
        <h2>{title}</h2>
        <p>{children}</p>
      </div>
    </li>
  );
}
