// Device verification on the administrative listener: the device page looks up a user code, and accepts or refuses the
// device. Not part of the original service; made in the shape of its other requests.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AuthServer } from '../auth-server.ts';
import { publicClient } from '../clients/clients.ts';
import type { PendingDevice } from '../engine.ts';
import { OAuthError } from '../errors.ts';
import { parseBody } from '../parse-body.ts';
import { acceptDeviceBody, type DeviceRequestBody, rejectDeviceBody } from '../request-shapes.ts';
import { param, requiredParam } from './query.ts';

const path = '/oauth2/auth/requests/device';

export function serveDeviceRequests(app: FastifyInstance, server: AuthServer): void {
  const { requests, engine } = server;
  const read = (request: FastifyRequest) =>
    requests.read<DeviceRequestBody>('device', requiredParam(request, 'device_challenge', 'challenge'));

  app.get(path, async (request) => {
    const { challenge, body } = await read(request);
    const code = param(request, 'user_code');
    const device = code === undefined ? undefined : await showDevice(server, await pendingDevice(server, code));
    return { challenge, ...body, ...(device ? { device } : {}) };
  });
  app.put(`${path}/accept`, async (request) => {
    const { challenge } = await read(request);
    const { user_code } = parseBody(acceptDeviceBody, request.body);
    const { userCode } = await pendingDevice(server, user_code);
    await requests.answer(challenge, { user_code: userCode });
    return { redirect_to: engine.resumeAddress(await requests.verifier(challenge)) };
  });
  app.put(`${path}/reject`, async (request, reply) => {
    const { challenge } = await read(request);
    const { user_code } = parseBody(rejectDeviceBody, request.body);
    if (user_code !== undefined) await engine.refuseDevice(user_code);
    await requests.use(challenge);
    return reply.status(204).send();
  });
}

async function pendingDevice({ engine }: AuthServer, userCode: string): Promise<PendingDevice> {
  const device = await engine.findDevice(userCode);
  if (!device) throw new OAuthError('not_found', 'No device is waiting with that code.');
  if (device.state === 'expired')
    throw new OAuthError('expired_token', 'That code has expired; ask the device for a new one.');
  if (device.state === 'used') throw new OAuthError('conflict', 'That code was used already.');
  return device;
}

async function showDevice({ clients }: AuthServer, device: PendingDevice) {
  const client = await clients.find(device.clientId);
  if (!client) throw new OAuthError('gone', 'The client of this request was deleted.');
  return {
    user_code: device.userCode,
    client: publicClient(client),
    requested_scope: device.scope,
    requested_at: new Date(device.requestedAt * 1000).toISOString(),
    address: device.deviceInfo.address ?? '',
    user_agent: device.deviceInfo.userAgent ?? '',
  };
}
