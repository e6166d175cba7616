// The desktop's keyring through Electron's safeStorage, when there is a real one behind it.

import { safeStorage } from 'electron';
import type { Log } from '../disk/log.ts';
import type { KeyWrapper } from '../vault/vault-key.ts';

export function findKeyring(log: Log): { keyring?: KeyWrapper } {
  const backend = safeStorage.isEncryptionAvailable() ? safeStorage.getSelectedStorageBackend() : 'none';
  // `basic_text` encrypts with a password that everyone knows.
  if (backend === 'none' || backend === 'basic_text' || backend === 'unknown') {
    log.info('There is no keyring; credentials are protected by the file’s permissions');
    return {};
  }
  return {
    keyring: {
      wrap: async (key) => safeStorage.encryptString(key.toString('base64')),
      unwrap: async (wrapped) => Buffer.from(safeStorage.decryptString(wrapped), 'base64'),
    },
  };
}
