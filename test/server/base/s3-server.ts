// A small S3-speaking server for tests. It checks every AWS Signature Version 4, in headers and in presigned queries,
// by its own reading of the specification, and refuses what is not signed, has expired, or differs from its checksum.

import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface S3Server {
  /** With key and secret, as `openBlobs` takes it. */
  url: string;
  objects: Map<string, Buffer>;
  /** What was refused, and why. */
  refusals: string[];
  close(): Promise<void>;
}

const accessKey = 'test-key';
const secretKey = 'test/secret+key';

export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const refusals: string[] = [];
  const server = createServer((request, reply) => {
    answer(request, reply, objects).catch((error: Error) => {
      refusals.push(error.message);
      reply.writeHead(403, { 'content-type': 'application/xml' });
      reply.end(`<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>${error.message}</Message></Error>`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const endpoint = encodeURIComponent(`http://127.0.0.1:${port}`);
  return {
    url: `s3://${accessKey}:${encodeURIComponent(secretKey)}@books/kept?endpoint=${endpoint}`,
    objects,
    refusals,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(request: IncomingMessage, reply: ServerResponse, objects: Map<string, Buffer>): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const address = new URL(request.url ?? '/', 'http://store');
  checkSignature(request, address, body);
  const key = decodeURIComponent(address.pathname).replace(/^\/books\/?/, '');
  if (address.searchParams.get('list-type') === '2') return listObjects(reply, objects, address.searchParams);
  if (key === '') return void reply.writeHead(200).end();
  if (request.method === 'PUT') return putObject(request, reply, objects, key, body);
  if (request.method === 'DELETE') {
    objects.delete(key);
    return void reply.writeHead(204).end();
  }
  sendObject(request, reply, objects.get(key));
}

/** Two at a time, so that whoever lists has to ask for the next page. */
function listObjects(reply: ServerResponse, objects: Map<string, Buffer>, query: URLSearchParams): void {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, 2);
  const next = keys.length > 2 ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  const contents = page.map(
    (key) =>
      `<Contents><Key>${key}</Key><LastModified>2023-11-14T22:13:20.000Z</LastModified><Size>${objects.get(key)?.length}</Size></Contents>`,
  );
  reply.writeHead(200, { 'content-type': 'application/xml' });
  reply.end(
    `<?xml version="1.0"?><ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
  );
}

function putObject(
  request: IncomingMessage,
  reply: ServerResponse,
  objects: Map<string, Buffer>,
  key: string,
  body: Buffer,
): void {
  const checksum = request.headers['x-amz-checksum-sha256'];
  if (checksum !== undefined && checksum !== createHash('sha256').update(body).digest('base64')) {
    reply.writeHead(400, { 'content-type': 'application/xml' });
    reply.end('<?xml version="1.0"?><Error><Code>BadDigest</Code></Error>');
    return;
  }
  objects.set(key, body);
  reply.writeHead(200, { etag: '"1"' }).end();
}

function sendObject(request: IncomingMessage, reply: ServerResponse, object: Buffer | undefined): void {
  if (!object) {
    reply.writeHead(404, { 'content-type': 'application/xml' });
    reply.end(request.method === 'HEAD' ? '' : '<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>');
    return;
  }
  const headers = { 'last-modified': new Date(1_700_000_000_000).toUTCString(), etag: '"1"' };
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  if (range && Number(range[1]) >= object.length) {
    reply.writeHead(416, { 'content-type': 'application/xml' });
    reply.end('<?xml version="1.0"?><Error><Code>InvalidRange</Code></Error>');
    return;
  }
  const part = range ? object.subarray(Number(range[1]), Number(range[2]) + 1) : object;
  reply.writeHead(range ? 206 : 200, { ...headers, 'content-length': part.length });
  reply.end(request.method === 'HEAD' ? undefined : part);
}

interface Signed {
  credential: string;
  date: string;
  signedHeaders: string;
  signature: string;
  contentHash: string;
}

function checkSignature(request: IncomingMessage, address: URL, body: Buffer): void {
  const signed = address.searchParams.has('X-Amz-Signature') ? fromQuery(address) : fromHeaders(request);
  const [key, day = '', region = '', service = '', end] = signed.credential.split('/');
  if (key !== accessKey || service !== 's3' || end !== 'aws4_request' || !signed.date.startsWith(day)) {
    throw new Error('the credential is wrong');
  }
  const hash = createHash('sha256').update(body).digest('hex');
  if (signed.contentHash !== 'UNSIGNED-PAYLOAD' && signed.contentHash !== hash) throw new Error('the body differs');
  const names = signed.signedHeaders.split(';');
  if (!names.includes('host')) throw new Error('the host is not signed');
  const query = [...address.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${uri(name)}=${uri(value)}`)
    .sort();
  const canonical = [
    request.method,
    address.pathname
      .split('/')
      .map((part) => uri(decodeURIComponent(part)))
      .join('/'),
    query.join('&'),
    ...names.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    signed.signedHeaders,
    signed.contentHash,
  ].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', signed.date, scope, createHash('sha256').update(canonical).digest('hex')].join(
    '\n',
  );
  const signingKey = [day, region, service, 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secretKey}`);
  if (hmac(signingKey, text).toString('hex') !== signed.signature) throw new Error('the signature does not match');
}

function fromHeaders(request: IncomingMessage): Signed {
  const match = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
    request.headers.authorization ?? '',
  );
  if (!match) throw new Error('the request is not signed');
  return {
    credential: match[1] as string,
    signedHeaders: match[2] as string,
    signature: match[3] as string,
    date: String(request.headers['x-amz-date']),
    contentHash: String(request.headers['x-amz-content-sha256']),
  };
}

function fromQuery(address: URL): Signed {
  const of = (name: string) => address.searchParams.get(name) ?? '';
  const date = of('X-Amz-Date');
  const made = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(made + Number(of('X-Amz-Expires')) * 1000 > Date.now())) throw new Error('the address has expired');
  return {
    credential: of('X-Amz-Credential'),
    signedHeaders: of('X-Amz-SignedHeaders'),
    signature: of('X-Amz-Signature'),
    date,
    contentHash: of('X-Amz-Content-Sha256') || 'UNSIGNED-PAYLOAD',
  };
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function uri(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
