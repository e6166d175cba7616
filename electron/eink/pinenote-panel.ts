// The PineNote's panel as it is built: lying on its side, 10.3 inches.

export const pinenotePanel = { width: 1872, height: 1404, dpi: 227 } as const;
