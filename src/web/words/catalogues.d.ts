/** What the build makes of a folder of words, and which messages there are. */
declare module 'virtual:words/*' {
  const messages: import('@lingui/core').Messages;
  export default messages;
}
