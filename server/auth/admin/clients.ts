// Client management on the administrative listener.

import type { FastifyInstance } from 'fastify';
import type { AuthServer } from '../auth-server.ts';
import { clientBody, formerClientKeys } from '../clients/client-body.ts';
import { parseBody } from '../parse-body.ts';
import { linkHeader } from '../storage/page.ts';
import { page } from './query.ts';

interface ById {
  Params: { id: string };
}

export function serveClients(app: FastifyInstance, { clients, engine }: AuthServer): void {
  const check = engine.checkClient.bind(engine);
  app.get('/clients', async (request, reply) => {
    const wanted = page(request);
    const { clients: found, total } = await clients.list(wanted);
    return reply
      .header('link', linkHeader(request.url, wanted, total))
      .header('x-total-count', total)
      .send(found);
  });
  app.post('/clients', async (request, reply) =>
    reply.status(201).send(await clients.create(parseBody(clientBody, request.body, formerClientKeys), check)),
  );
  app.get<ById>('/clients/:id', async (request) => clients.read(request.params.id));
  app.put<ById>('/clients/:id', async (request) =>
    clients.replace(request.params.id, parseBody(clientBody, request.body, formerClientKeys), check),
  );
  app.delete<ById>('/clients/:id', async (request, reply) => {
    await clients.delete(request.params.id);
    return reply.status(204).send();
  });
}
