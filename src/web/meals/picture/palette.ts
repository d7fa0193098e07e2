/** The colours of all pictures: a fill and a darker shade of it for lines. */
export const PALETTE = {
  white: ['#ffe', '#cba'],
  cream: ['#feb', '#ca6'],
  yellow: ['#fc5', '#c93'],
  gold: ['#da5', '#a72'],
  orange: ['#e94', '#b62'],
  red: ['#d53', '#932'],
  pink: ['#eaa', '#c76'],
  magenta: ['#a36', '#724'],
  purple: ['#758', '#435'],
  blue: ['#569', '#346'],
  lime: ['#bd8', '#894'],
  green: ['#8a5', '#573'],
  darkgreen: ['#574', '#352'],
  tan: ['#db8', '#a74'],
  toast: ['#c95', '#853'],
  brown: ['#964', '#642'],
  cocoa: ['#643', '#422'],
  grey: ['#abb', '#678'],
  black: ['#444', '#222'],
  clear: ['#ed9', '#ca5'],
} as const;
export type Colour = keyof typeof PALETTE;
