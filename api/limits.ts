// Bounds that the services keep and their clients go by.

/** Folders of one shelf. */
export const mostFolders = 1000;
