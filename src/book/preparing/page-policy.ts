// What a page of a book may load, in the frame of a chapter and in the frames within it: nothing that runs, and nothing
// but what lies in memory already.

export const pagePolicy =
  "default-src 'none'; img-src blob: data:; style-src 'unsafe-inline'; font-src blob: data:; media-src blob: data:; frame-src blob:";
