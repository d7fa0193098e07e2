/** The modules of compiled messages, which vite.config.ts generates. */
declare module 'virtual:i18n/*' {
  const messages: import('@lingui/core').Messages;
  export default messages;
}
