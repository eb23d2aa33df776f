export const cropDialogText = {
  title: 'Crop picture',
  description: 'Drag the picture, or move it with the arrow keys.',
  area: 'Visible part of the picture',
  size: 'Zoom',
  cancel: 'Cancel',
  submit: 'Use picture',
} as const

export const pictureFieldText = {
  add: 'Add picture',
  changePicture: 'Change picture',
  removePicture: 'Remove picture',
  remove: 'Remove',
  wrongType: 'Choose a PNG, JPEG or WebP image',
  tooLarge: 'Choose an image of at most 25 MB',
  unreadable: 'This file isn’t an image that can be read',
  file: 'Picture (PNG, JPEG or WebP)',
} as const
