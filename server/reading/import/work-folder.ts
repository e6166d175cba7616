// Folders in which imports keep files while they work; those of processes that were killed are removed later.

export const workFolderPrefix = 'octavo-import-';
