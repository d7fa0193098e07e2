/** What the build makes of a folder of words, and which messages there are. */
declare module 'virtual:i18n/*' {
  const messages: import('@lingui/core').Messages;
  export default messages;
}
