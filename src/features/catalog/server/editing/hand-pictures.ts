import type { Db } from '../../../../server/database/db.ts';
import type { Picture } from '../../../../shared/wire.ts';
import type { Crop } from '../../studio-contract.ts';

/** A file that an editor has sent. */
export interface SentFile {
  id: string;
  userId: string;
}

/** The pictures that editors bring by hand, as the catalogue asks for them; it knows neither uploads nor converters. */
export interface HandPictures {
  /** Rejects with 400 unless the file is whole, the editor's, and not used yet. */
  requireFile(file: SentFile): Promise<void>;
  /** Uses the file for good, in the transaction of its use; rejects like `requireFile`. */
  spendFile(tx: Db, file: SentFile): Promise<void>;
  /** Removes a file whose use is stored. */
  forgetFile(file: SentFile): Promise<void>;
  /** The images of a file as a page, from top to bottom; rejects with 400 where it is no picture. */
  storePage(file: SentFile): Promise<string[]>;
  /**
   * The image of a part of a picture, and that of the whole. Rejects with 400 where it is no picture, or where less than
   * 240 × 320 px are left.
   */
  storeCover(from: { file: SentFile } | { imageId: string }, crop: Crop): Promise<{ imageId: string; wholeId: string }>;
  /** The small public view of a page; null: its original is lost. */
  thumbOf(imageId: string): Promise<string | null>;
  /** Prevents that pictures are removed while `work` relies on them. */
  whileStored<T>(work: () => Promise<T>): Promise<T>;
  /** The images with addresses that open for one session alone. */
  showTo(reader: { imageAudience: string }, ids: readonly string[]): Promise<Map<string, Picture>>;
}
