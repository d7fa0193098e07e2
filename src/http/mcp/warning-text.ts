/** Warnings about dishes, for a model: whom a dish is not for, and why. */
import type { z } from 'zod';
import { isCertain, type Warning, type WarningReason, withNameStyle } from '#domain/preferences/warnings.ts';
import type { NameStyle } from '#domain/preferences/preferences.ts';
import type { warnings as schema } from './schemas.ts';
import { mayUse, type ToolContext } from './tool.ts';

type ShownWarning = z.output<typeof schema>[number];

/** A key that may not read about eaters learns that a dish is not for everyone, but neither for whom nor why. */
export function showWarnings(
  context: ToolContext,
  warnings: readonly Warning[],
  nameStyle: NameStyle = 'names',
): ShownWarning[] {
  if (!mayUse(context, 'eaters:read')) {
    const verdict = warnings.some(isCertain) ? 'not-for' : 'not-sure';
    return warnings.length === 0 ? [] : [{ eater: '', verdict, reasons: [] }];
  }
  return withNameStyle(warnings, nameStyle).map((warning) => ({
    eater: warning.name,
    verdict: isCertain(warning) ? 'not-for' : 'not-sure',
    ...(warning.dish !== undefined && { dish: warning.dish }),
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
    .map(({ eater, verdict, dish, reasons }) => {
      const words = verdict === 'not-for' ? 'NOT FOR' : 'NOT SURE for';
      const why = reasons.length === 0 ? '' : ` (${reasons.join(', ')})`;
      const ofDish = dish === undefined ? '' : `: ${dish}`;
      return `${words} ${eater === '' ? 'one of the family' : eater}${ofDish}${why}`;
    })
    .join('; ');
}
