/** Starts everything: the words, then the app. */
import './look/tokens.css';
import './look/base.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { queries } from './session.ts';
import { registerWorker } from './sync/worker.ts';
import { startLanguage } from './words/language.ts';

await startLanguage();
createRoot(document.querySelector('#app') as Element).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <App />
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
);
registerWorker();
