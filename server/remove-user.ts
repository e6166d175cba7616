// Removes a person: the account, what the authorization server keeps of them, and everything of theirs in the service.
// Each part can be done again, so that a removal that was cut off goes on.

import { AuthorizationAdmin } from './accounts/authorization-admin.ts';
import { deleteUser } from './accounts/users.ts';
import type { Person } from './find-reader.ts';
import type { Octavo } from './open-octavo.ts';
import { beginRemoval, openRemovals, type Removed, removeReader } from './reading/administration/remove-reader.ts';
import type { RemovalRow } from './reading/schema/administration.ts';

export async function removeUser(octavo: Octavo, person: Person, tell: (step: string) => void): Promise<Removed> {
  await beginRemoval(octavo.reading, person);
  return goOn(octavo, person, tell);
}

/** Those whose removal was cut off, by name. */
export async function finishRemovals(octavo: Octavo, tell: (step: string) => void): Promise<RemovalRow[]> {
  const open = await openRemovals(octavo.reading);
  for (const removal of open) await goOn(octavo, removal, tell);
  return open;
}

/** First nobody can sign in any more; then what was signed in ends; then the rest goes. */
async function goOn(octavo: Octavo, { vid, subject, name }: Person, tell: (step: string) => void): Promise<Removed> {
  if (subject !== '') {
    tell('account');
    await deleteUser(octavo.accounts, subject);
    await endSignIns(octavo, subject);
  }
  // Somebody may have come in with a token until a moment ago.
  await beginRemoval(octavo.reading, { vid, subject, name });
  return removeReader(octavo, vid, tell);
}

async function endSignIns(octavo: Octavo, subject: string): Promise<void> {
  const { authAdminUrl } = octavo.settings;
  if (authAdminUrl === undefined) return;
  const admin = new AuthorizationAdmin(authAdminUrl);
  await admin.endSessions({ subject });
  await admin.endConsents(subject);
}
