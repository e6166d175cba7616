// A place reserved in the object store: the presigned request by which bytes get there.
// Knows nothing of what the bytes are for.

import { Type } from 'typebox';
import { Id, List, Seconds, Text, Url } from '../route.ts';

/** One header that has to be sent exactly as given; a list, because the names are data. */
export const HttpHeader = Type.Object({ name: Text(128), value: Text(4096) });

export const UploadTarget = Type.Object({
  name: Id('The object’s name; the later notify gives it back'),
  method: Type.Literal('PUT'),
  url: Url('Presigned; needs no session'),
  headers: List(HttpHeader, 16),
  maxSize: Type.Integer({ minimum: 1, description: 'Bytes' }),
  expireTime: Seconds('When the address stops working'),
});
