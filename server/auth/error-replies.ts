// The one error handler of both listeners: flat OAuth errors for everything, 404 included. Bugs are logged and answered
// without their details.

import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../../api/errors.ts';
import { isOutage } from '../base/database/database-errors.ts';
import { errorForStatus, OAuthError, type OAuthErrorBody } from './errors.ts';

export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | Error>((error, request, reply) => {
    const known = toOAuthError(error);
    if (known.status >= 500) request.log.error({ err: error }, 'the request failed');
    return sendError(reply, known);
  });
}

/** The body of what fails outside of any route: unknown paths, malformed requests. */
export function outsideError(error: AppError): OAuthErrorBody {
  return errorForStatus(error.status, error.code === 'internal' ? undefined : error.message).body();
}

function sendError(reply: FastifyReply, error: OAuthError): FastifyReply {
  return reply.status(error.status).header('cache-control', 'no-store').send(error.body());
}

export function toOAuthError(error: FastifyError | Error): OAuthError {
  if (error instanceof OAuthError) return error;
  if (error instanceof AppError) return errorForStatus(error.status, error.message);
  if (isOutage(error)) return new OAuthError('temporarily_unavailable', undefined, { cause: error });
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status !== undefined && status >= 400 && status < 500) return errorForStatus(status, error.message);
  return new OAuthError('server_error');
}
