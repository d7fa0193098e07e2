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
    detail: 'The site of this address does not respond as a web site does.',
  },
  'page-refused': {
    status: 422,
    title: 'Page refused',
    detail: 'The site of this address has refused the page: it does not exist, or is only for people.',
  },
  'page-too-slow': {
    status: 422,
    title: 'Page too slow',
    detail: 'The site of this address took more than 10 seconds.',
  },
  'page-too-large': {
    status: 422,
    title: 'Page too large',
    detail: 'What is at this address has more than 5 MB.',
  },
  'page-not-text': {
    status: 422,
    title: 'Not a page',
    detail: 'What is at this address is not a page of text, or not a picture where one was expected.',
  },
  'no-recipe': {
    status: 422,
    title: 'No recipe found',
    detail: 'No recipe was found on this page or in this text.',
  },
} as const;
