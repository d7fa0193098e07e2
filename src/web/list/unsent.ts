/**
 * What was done to a list without a network is sent from whatever page is opened next. Looks whether
 * something waits, and only then brings the list store along.
 */
import { useEffect } from 'react';
import { useMe } from '#web/session.ts';
import { type Account, openVault } from '#web/offline/database.ts';
import type { Language } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/translation.ts';
import { type ListChange, isWaiting, LIST_PART } from '#web/offline/list-outbox.ts';
import type { SeenList } from './lists.ts';

export function useUnsentOperations(): void {
  const { language } = useTranslation();
  const { family, member } = useMe();
  useEffect(
    () => void sendWaiting({ family: family.id, member: member.id }, language),
    [family.id, member.id],
  );
}

async function sendWaiting(account: Account, language: Language): Promise<void> {
  const vault = openVault<ListChange, SeenList>(account, () => undefined, LIST_PART);
  const deeds = await vault.read();
  await vault.close('keep');
  if (!deeds.some(isWaiting)) return;
  const { startListSync } = await import('./shopping-list.ts');
  startListSync(account, language);
}
