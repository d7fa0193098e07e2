/** The currency of a family's prices: the chosen one, or else that of the region of its time zone, if that is known. */
import { unitSystemOfZone } from '#domain/quantity/unit-system.ts';

export const CURRENCIES = [
  'AUD',
  'BRL',
  'CAD',
  'CHF',
  'CZK',
  'DKK',
  'EUR',
  'GBP',
  'HKD',
  'HUF',
  'INR',
  'ISK',
  'JPY',
  'KRW',
  'MXN',
  'NOK',
  'NZD',
  'PLN',
  'RON',
  'RSD',
  'SEK',
  'SGD',
  'TRY',
  'UAH',
  'USD',
  'ZAR',
] as const;
export type Currency = (typeof CURRENCIES)[number];

const ZONES: { readonly [currency in Currency]?: string } = {
  BRL: 'America/Sao_Paulo America/Bahia America/Fortaleza America/Recife America/Manaus',
  CAD: 'America/Toronto America/Montreal America/Vancouver America/Edmonton America/Winnipeg America/Halifax America/Regina America/St_Johns America/Moncton',
  CHF: 'Europe/Zurich Europe/Vaduz',
  CZK: 'Europe/Prague',
  DKK: 'Europe/Copenhagen Atlantic/Faroe',
  EUR: 'Europe/Amsterdam Europe/Andorra Europe/Athens Europe/Berlin Europe/Bratislava Europe/Brussels Europe/Dublin Europe/Helsinki Europe/Lisbon Europe/Ljubljana Europe/Luxembourg Europe/Madrid Europe/Malta Europe/Mariehamn Europe/Monaco Europe/Paris Europe/Podgorica Europe/Riga Europe/Rome Europe/San_Marino Europe/Sofia Europe/Tallinn Europe/Vatican Europe/Vienna Europe/Vilnius Europe/Zagreb Atlantic/Azores Atlantic/Canary Atlantic/Madeira Africa/Ceuta Asia/Nicosia Asia/Famagusta',
  GBP: 'Europe/London Europe/Belfast Europe/Guernsey Europe/Isle_of_Man Europe/Jersey GB',
  HKD: 'Asia/Hong_Kong',
  HUF: 'Europe/Budapest',
  INR: 'Asia/Kolkata Asia/Calcutta',
  ISK: 'Atlantic/Reykjavik',
  JPY: 'Asia/Tokyo',
  KRW: 'Asia/Seoul',
  MXN: 'America/Mexico_City America/Monterrey America/Tijuana America/Cancun',
  NOK: 'Europe/Oslo',
  NZD: 'Pacific/Auckland',
  PLN: 'Europe/Warsaw',
  RON: 'Europe/Bucharest',
  RSD: 'Europe/Belgrade',
  SEK: 'Europe/Stockholm',
  SGD: 'Asia/Singapore',
  TRY: 'Europe/Istanbul',
  UAH: 'Europe/Kyiv Europe/Kiev',
  USD: 'America/Puerto_Rico Pacific/Guam',
  ZAR: 'Africa/Johannesburg',
};

const BY_ZONE = new Map(
  CURRENCIES.flatMap((currency) =>
    (ZONES[currency]?.split(' ') ?? []).map((zone) => [zone, currency] as const),
  ),
);

/** Null if nobody has chosen one and the zone tells none: then amounts are shown without a currency. */
export function currencyOf({
  currency,
  timeZone,
}: {
  currency: string | null;
  timeZone: string;
}): Currency | null {
  const chosen = CURRENCIES.find((code) => code === currency);
  if (chosen) return chosen;
  if (timeZone.startsWith('Australia/')) return 'AUD';
  if (unitSystemOfZone(timeZone) === 'us') return 'USD';
  return BY_ZONE.get(timeZone) ?? null;
}

/** Whether the catalogue's estimated prices are in this currency. They are not converted: pages say so. */
export function hasOwnEstimates(currency: Currency | null | undefined): boolean {
  return !currency || currency === 'EUR';
}
