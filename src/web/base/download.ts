/** Saves a file of the server on the device. */

/** Fetched before it is saved: a plain link would save an error response as the file. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has copied the data by then.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
