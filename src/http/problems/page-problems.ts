/** The problems of fetching and reading a page that a member imports. Part of the table in problem.ts. */

export const PAGE_PROBLEMS = {
  'fetch-off': {
    status: 422,
    title: 'Fetching is off',
    detail: 'The operator of this service has switched fetching off.',
  },
  'address-invalid': {
    status: 422,
    title: 'Not a web address',
    detail: 'An address begins with http:// or https:// and has no user name or password.',
  },
  'address-private': {
    status: 422,
    title: 'Private address',
    detail:
      'This address is not on the public internet. The operator of this service can allow it with FETCH_PRIVATE_HOSTS.',
  },
  'page-unreachable': {
    status: 422,
    title: 'Page unreachable',
    detail: 'The site at this address cannot be reached, or its response is not that of a web site.',
  },
  'page-refused': {
    status: 422,
    title: 'Page refused',
    detail: 'The site at this address has refused the page: it does not exist, or programs may not read it.',
  },
  'page-too-slow': {
    status: 422,
    title: 'Page too slow',
    detail: 'The site at this address took more than 10 seconds to respond.',
  },
  'page-too-large': {
    status: 422,
    title: 'Page too large',
    detail: 'The page at this address has more than 5 MB.',
  },
  'page-not-text': {
    status: 422,
    title: 'Not a page',
    detail: 'The content at this address is not a page of text, or not a picture where one was expected.',
  },
  'no-recipe': {
    status: 422,
    title: 'No recipe found',
    detail: 'No recipe was found on this page or in this text.',
  },
} as const;
