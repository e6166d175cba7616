// The one button. An icon alone needs a label, which is read aloud and shown nowhere.

import './button.css';
import type { ComponentChildren, Ref } from 'preact';
import { Icon, type IconName } from './icon.tsx';

export interface ButtonProps {
  /** Visible text; without it `label` names the button. */
  children?: ComponentChildren;
  label?: string;
  icon?: IconName;
  /** strong: the one thing to do here. plain: no border, for bars. */
  look?: 'normal' | 'strong' | 'plain';
  pressed?: boolean;
  disabled?: boolean;
  /** Takes the focus when it appears. */
  first?: boolean;
  submit?: boolean;
  hasMenu?: boolean;
  buttonRef?: Ref<HTMLButtonElement>;
  onPress?: () => void;
}

export function Button(props: ButtonProps) {
  const { children, label, icon, look = 'normal', pressed, disabled, first, submit, hasMenu, buttonRef } = props;
  return (
    <button
      ref={buttonRef ?? null}
      type={submit ? 'submit' : 'button'}
      class={`button ${look}`}
      aria-label={label}
      aria-pressed={pressed}
      aria-haspopup={hasMenu ? 'menu' : undefined}
      disabled={disabled}
      data-first={first ? '' : undefined}
      onClick={props.onPress}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
