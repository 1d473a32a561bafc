/** Links as pictures: a camera reads from the code what stands beside it, in every look. */
import jsQR from 'jsqr';
import { isClean } from './clean';
import { expect, openTable, test, type Somebody } from './people';

test.skip(({ isMobile }) => isMobile === true, 'there is a phone in it');

/** What a camera would read, from the picture that the page shows. */
async function readFrom({ page, context }: Somebody, place: string): Promise<string | undefined> {
  const picture = (await page.locator(`${place} [data-qr]`).screenshot()).toString('base64');
  const eye = await context.newPage();
  const { data, width, height } = await eye.evaluate(async (picture) => {
    const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const { width, height } = bitmap;
    const canvas = new OffscreenCanvas(width, height).getContext('2d')!;
    canvas.drawImage(bitmap, 0, 0);
    const { data } = canvas.getImageData(0, 0, width, height);
    return { data: [...data].map((part) => String.fromCharCode(part)).join(''), width, height };
  }, picture);
  await eye.close();
  return jsQR(Uint8ClampedArray.from(Buffer.from(data, 'latin1')), width, height)?.data;
}

test('the code of an invitation leads a phone to the table, and that of a device makes it the same person', async ({
  come,
}) => {
  const [ada, phone] = [await come(), await come({ isOnPhone: true })];
  const link = await openTable(ada.page, 'bounce');
  for (const colorScheme of ['light', 'dark'] as const) {
    await ada.page.emulateMedia({ colorScheme });
    expect(await readFrom(ada, '[data-invite]')).toBe(link);
  }
  await phone.page.goto(link);
  await expect(phone.page.locator('[data-sit]').first()).toBeVisible();
  await ada.page.locator('[data-watch] summary').click();
  const watch = await ada.page.locator('[data-watch] input').inputValue();
  expect(await readFrom(ada, '[data-watch]')).toBe(watch);

  await ada.page.click('[data-change-me]');
  await ada.page.click('[data-other-device]');
  const device = await readFrom(ada, '[data-device]');
  expect(device).toBe(await ada.page.locator('[data-device] input').inputValue());
  // Somebody who is somebody there already is asked first.
  const other = await come();
  await openTable(other.page, 'bounce');
  await other.page.goto(device!);
  await expect(other.page.locator('main button').first()).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await other.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await isClean(other.page);
  }
  await phone.page.goto(device!);
  await expect(phone.page.locator('[data-yours] li')).toHaveCount(1);
});
