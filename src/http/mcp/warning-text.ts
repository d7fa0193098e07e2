/** Warnings about dishes, for a model: whom a dish is not for, and why. */
import type { z } from 'zod';
import { isCertain, type Warning, type WarningReason } from '#domain/preferences/warnings.ts';
import type { warnings as schema } from './schemas.ts';

type ShownWarning = z.output<typeof schema>[number];

export function showWarnings(warnings: readonly Warning[]): ShownWarning[] {
  return warnings.map((warning) => ({
    eater: warning.name,
    verdict: isCertain(warning) ? 'not-for' : 'not-sure',
    reasons: warning.reasons.map(reasonText),
  }));
}

function reasonText(reason: WarningReason): string {
  switch (reason.kind) {
    case 'contains':
      return `contains ${reason.allergen}`;
    case 'may-contain':
      return `may contain ${reason.allergen}`;
    case 'breaks':
      return `not ${reason.diet}`;
    case 'may-break':
      return `perhaps not ${reason.diet}`;
    case 'disliked':
      return `never eats ${reason.food.en}`;
    default:
      return `${reason.lines} ${reason.lines === 1 ? 'ingredient' : 'ingredients'} not understood`;
  }
}

/** `NOT FOR Mia (contains milk); not sure for Ben (…)`, empty without warnings. */
export function warningsText(warnings: readonly ShownWarning[]): string {
  return warnings
    .map(({ eater, verdict, reasons }) => {
      const words = verdict === 'not-for' ? 'NOT FOR' : 'NOT SURE for';
      return `${words} ${eater === '' ? 'one of the family' : eater} (${reasons.join(', ')})`;
    })
    .join('; ');
}
