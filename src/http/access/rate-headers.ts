/** The headers about the rate limit of a key: their values, and what the API description says of them. */
type RateLimitState = { tokensLeft: number; perMinute: number };

export const RATE_HEADERS = {
  RateLimit: {
    description:
      'Requests left to this key (`r`), and seconds until the limit is fully restored (`t`). Absent where there is no limit.',
    example: '"key";r=599;t=1',
    value: ({ tokensLeft, perMinute }: RateLimitState) =>
      `"key";r=${tokensLeft};t=${Math.ceil(((perMinute - tokensLeft) * 60) / perMinute)}`,
  },
  'RateLimit-Policy': {
    description:
      'Requests a key may make (`q`) within so many seconds (`w`). Absent where there is no limit.',
    example: '"key";q=600;w=60',
    value: ({ perMinute }: RateLimitState) => `"key";q=${perMinute};w=60`,
  },
};

type RateHeader = keyof typeof RATE_HEADERS;
export const RATE_HEADER_NAMES = Object.keys(RATE_HEADERS) as RateHeader[];

/** The headers that a web page of another origin may read. */
export const EXPOSED_HEADERS = ['ETag', ...RATE_HEADER_NAMES, 'Retry-After'].join(', ');

/** Empty where there is no limit. */
export function rateHeaders(state: RateLimitState): Record<string, string> {
  if (state.perMinute === 0) return {};
  return Object.fromEntries(RATE_HEADER_NAMES.map((name) => [name, RATE_HEADERS[name].value(state)]));
}
