/** Radius in world pixels, and the oversampling of the image. */
export const logoRadius = 15;
const sharpness = 4;

/** Draws a logo on a white disc, the background that logos are made for; rejects invalid images. */
export async function roundLogo(url: string): Promise<HTMLCanvasElement> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement('canvas');
  const size = 2 * logoRadius * sharpness;
  [canvas.width, canvas.height] = [size, size];
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas context for the logo');
  context.beginPath();
  context.arc(size / 2, size / 2, size / 2, 0, 2 * Math.PI);
  context.clip();
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, size, size);
  // Fits the logo into the square inside the disc.
  const scale = (size * Math.SQRT1_2) / Math.max(image.width, image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  context.drawImage(image, (size - width) / 2, (size - height) / 2, width, height);
  return canvas;
}
