// A sentence that stays until it is closed or what it says is over. It never moves and never goes by itself.

import './notice.css';
import type { ComponentChildren } from 'preact';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

export interface NoticeProps {
  icon?: IconName;
  children: ComponentChildren;
  /** Further things to press. */
  buttons?: ComponentChildren;
  close?: { label: string; onPress: () => void };
}

export function Notice({ icon = 'warning', children, buttons, close }: NoticeProps) {
  return (
    <div class="notice" role="status">
      <Icon name={icon} />
      <div class="notice-text">{children}</div>
      {buttons}
      {close && <Button look="plain" icon="close" label={close.label} onPress={close.onPress} />}
    </div>
  );
}
