/** A photo from the phone to the board: nothing of the camera's data is sent, and it is upright. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { photoPath, parsePhoto, PHOTO_SIZES } from '#domain/photo/photo.ts';
import { checkPhotoFile } from '#domain/photo/photo-file.ts';
import { startBrowser } from '../support/browser.ts';
import { locatedPhoto } from '#test/support/photos.ts';
import { sendEdits, signUp, startService } from '#test/support/service.ts';
import { checkAxe, checkWidths, setCookies, visitAndRecordErrors } from '../support/web.ts';

const NOW = Date.parse('2026-11-11T12:00:00Z');
const service = await startService({ after, before }, { nowMs: NOW });
const browser = await startBrowser({ after });

/** Top left, top right, bottom left, bottom right, when a picture with this orientation is shown. */
const UPRIGHT = ['rgbw', 'grwb', 'wbgr', 'bwrg', 'rbgw', 'brwg', 'wgbr', 'gwrb'];

/** A JPEG as a camera makes it, twice as wide as high, with a colour in each quarter. */
async function takePhoto(page: Page, width: number): Promise<Buffer> {
  const address = await page.evaluate<string>(`(() => {
    const canvas = document.createElement('canvas');
    const [half, quarter] = [${width / 2}, ${width / 4}];
    [canvas.width, canvas.height] = [2 * half, 2 * quarter];
    const context = canvas.getContext('2d');
    for (const [at, colour] of ['#f00', '#0f0', '#00f', '#fff'].entries()) {
      context.fillStyle = colour;
      context.fillRect((at % 2) * half, at < 2 ? 0 : quarter, half, quarter);
    }
    return canvas.toDataURL('image/jpeg');
  })()`);
  return Buffer.from(address.split(',')[1] ?? '', 'base64');
}

/** A picture that the page fetches: its bytes, the colours in its corners, and whether it stands. */
async function look(page: Page, path: string) {
  const { base64, ...seen } = await page.evaluate<{
    base64: string;
    corners: string;
    isTall: boolean;
  }>(`(async () => {
    const blob = await (await fetch('${path}')).blob();
    const picture = await createImageBitmap(blob);
    const { width, height } = picture;
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    context.drawImage(picture, 0, 0);
    const corners = [0.2, 0.8].flatMap((y) => [0.2, 0.8].map((x) => {
      const [red, green, blue] = context.getImageData(width * x, height * y, 1, 1).data;
      return Math.min(red, green, blue) > 200 ? 'w' : red > 200 ? 'r' : green > 200 ? 'g' : 'b';
    }));
    const base64 = new Uint8Array(await blob.arrayBuffer()).toBase64();
    return { base64, corners: corners.join(''), isTall: height > width };
  })()`);
  return { ...seen, bytes: Buffer.from(base64, 'base64') };
}

test('a photo from the phone to the board', async (t) => {
  const family = await signUp(service);
  const { context, page, errors } = await visitAndRecordErrors(browser, service.url, {
    viewport: { width: 390, height: 844 },
  });
  t.after(() => context.close());
  await setCookies(context, service, family.browser.cookies);
  const choose = (name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/jpeg', buffer });
  const shown = (place: string) => page.locator(`${place} img`).evaluate('(image) => image.decode()');
  let id = '';
  let taken: Buffer = Buffer.alloc(0);

  await t.test('a new recipe is stored with its photo', async () => {
    await page.goto('/recipes/new');
    taken = await takePhoto(page, 2_000);
    await choose('note.txt', Buffer.from('not a picture'));
    await page.getByText('This device cannot read this picture').waitFor();
    await choose('photo.jpg', locatedPhoto(taken, 1));
    await shown('.photo-picker');
    await context.setOffline(true);
    await page.getByText('Photos cannot be saved offline').waitFor();
    await checkAxe(page);
    await context.setOffline(false);
    await page.getByText('Photos cannot be saved offline').waitFor({ state: 'detached' });
    // A photo alone is something to lose.
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await shown('.photo-picker');
    await checkWidths(page);
    await page.getByLabel('Title').fill('Pancakes of our grandmother');
    await page.getByLabel('Ingredients').fill('2 eggs');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/\/recipes\/\w{10,}$/);
    id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await shown('.recipe-picture');
    await checkAxe(page);
    await checkWidths(page);
  });

  await t.test('every orientation comes out upright, and nothing but the picture is sent', async () => {
    // Larger than the small picture, and quicker than one of a camera.
    const smaller = await takePhoto(page, 600);
    for (const [at, corners] of UPRIGHT.entries()) {
      const answered = page.waitForResponse((response) => response.request().method() === 'PUT');
      // The first of each shape has all pixels.
      await choose('photo.jpg', locatedPhoto(at % 4 === 0 ? taken : smaller, at + 1));
      const { picture } = await (await answered).json();
      const photo = parsePhoto(picture);
      ok(photo, picture);
      const isTall = at >= 4;
      for (const size of ['small', 'large'] as const) {
        const { bytes, ...seen } = await look(page, photoPath(photo[size]));
        deepStrictEqual(checkPhotoFile(bytes, PHOTO_SIZES[size]), { mediaType: 'image/webp' });
        deepStrictEqual(seen, { corners, isTall }, `orientation ${at + 1}, ${size}`);
      }
    }
  });

  await t.test('the photo is on the board, on the card, and gone when it is removed', async () => {
    const after = { description: 'Pancakes', recipeId: id };
    await sendEdits(family.browser, [
      { week: '2026-11-09', day: 'Wednesday', slot: 'dinner', before: null, after },
    ]);
    await page.goto('/week/2026-11-09');
    await shown('[data-place="Wednesday dinner"]');
    await page.goto('/recipes?own=true');
    await shown('.recipes-card');
    await page.getByRole('link', { name: 'Pancakes of our grandmother' }).click();
    await shown('.recipe-picture');
    await context.setOffline(true);
    await choose('photo.jpg', locatedPhoto(taken, 1));
    await page.getByText('A photo needs a connection').waitFor();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Change the photo' }).click();
    await page.getByRole('menuitem', { name: 'Remove the photo' }).click();
    await page.getByRole('button', { name: 'Add a photo' }).waitFor();
    await page.locator('.recipe-picture svg.dish-picture').waitFor();
    strictEqual((await service.store.db.selectFrom('photos').select('hash').execute()).length, 0);
  });
  deepStrictEqual(
    errors.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED')),
    [],
  );
});
