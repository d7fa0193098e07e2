/** Devices and addresses of sessions and security events as text. */
import type { Translate } from '#web/base/i18n/translation.ts';

/** The server sends English: "Firefox on Android", one of the two parts, or empty text. */
export function deviceText(device: string, t: Translate): string {
  const [browser, system] = device.split(' on ', 2);
  if (browser && system) return t('profile.device', { browser, system });
  return browser || t('profile.unknown-device');
}
