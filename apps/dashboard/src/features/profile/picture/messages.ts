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
  file: 'Picture (PNG, JPEG or WebP)',
} as const
