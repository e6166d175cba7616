// Where this machine keeps its buses, sockets and kernel files. One object, so that tests can name other places.

export interface DevicePlaces {
  /** Bus addresses; absent where there is no such bus. */
  systemBus?: string;
  sessionBus?: string;
  /** Parameters of the panel's kernel driver. */
  driverParameters: string;
  /** Connectors with their EDID. */
  connectors: string;
  lights: string;
  qtfbSocket: string;
  /** Names the framebuffer that this program's window is drawn into. */
  qtfbKey?: string;
  qtfbMode?: string;
  /** Holds the name of a tablet. */
  machineFile: string;
  /** Holds the child that keeps the device awake while the sleep page is painted. */
  inhibitProgram: string;
}

export function devicePlaces(env: NodeJS.ProcessEnv = process.env, exists: (path: string) => boolean): DevicePlaces {
  const systemSocket = '/run/dbus/system_bus_socket';
  const systemBus = env.DBUS_SYSTEM_BUS_ADDRESS ?? (exists(systemSocket) ? `unix:path=${systemSocket}` : undefined);
  const userSocket = env.XDG_RUNTIME_DIR && `${env.XDG_RUNTIME_DIR}/bus`;
  const sessionBus =
    env.DBUS_SESSION_BUS_ADDRESS ?? (userSocket && exists(userSocket) ? `unix:path=${userSocket}` : undefined);
  return {
    ...(systemBus ? { systemBus } : {}),
    ...(sessionBus ? { sessionBus } : {}),
    driverParameters: '/sys/module/rockchip_ebc/parameters',
    connectors: '/sys/class/drm',
    lights: '/sys/class/backlight',
    qtfbSocket: '/tmp/qtfb.sock',
    ...(env.QTFB_KEY ? { qtfbKey: env.QTFB_KEY } : {}),
    ...(env.QTFB_SHIM_MODE ? { qtfbMode: env.QTFB_SHIM_MODE } : {}),
    machineFile: '/sys/devices/soc0/machine',
    inhibitProgram: 'systemd-inhibit',
  };
}
