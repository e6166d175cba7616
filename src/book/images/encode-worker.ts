// The worker that makes a picture's file out of its pixels.

export interface EncodingRequest {
  id: number;
  bitmap: ImageBitmap;
  type: string;
  /** 0 to 1, for types that lose something. */
  quality: number | undefined;
}

export type EncodingReply = { id: number; image: Blob } | { id: number; failure: string };

/** The page's `self` is a window; this one is not. */
const worker = self as unknown as {
  onmessage: ((event: MessageEvent<EncodingRequest>) => void) | null;
  postMessage(reply: EncodingReply): void;
};

async function encode({ bitmap, type, quality }: EncodingRequest): Promise<Blob> {
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('bitmaprenderer');
  if (!context) throw new Error('There is no room for the picture.');
  context.transferFromImageBitmap(bitmap);
  return canvas.convertToBlob({ type, ...(quality === undefined ? {} : { quality }) });
}

worker.onmessage = ({ data }) => {
  encode(data).then(
    (image) => worker.postMessage({ id: data.id, image }),
    (error: unknown) => worker.postMessage({ id: data.id, failure: String(error) }),
  );
};
