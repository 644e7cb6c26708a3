import { toDataURL } from 'qrcode';

/** A QR code of a text, as the `data:` address of a picture. */
export function drawQrCode(text: string): Promise<string> {
  return toDataURL(text, { errorCorrectionLevel: 'M', margin: 4, width: 256 });
}
