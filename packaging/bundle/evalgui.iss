; The installer for Windows, by Inno Setup 6.3 or later, of the folder that `packaging/dev.py bundle`
; made; that command calls it: iscc /DVersion=1.2.3 [/DAddress=https://...] evalgui.iss
; For one user, without the rights of an administrator; with /ALLUSERS for all users of a machine.
; A newer version takes the place of an older one. Signing (SignTool) is left to who publishes it.
[Setup]
AppId=evalgui
AppName=evalgui
AppVersion={#Version}
AppPublisher=evalgui contributors
#ifdef Address
AppPublisherURL={#Address}
AppSupportURL={#Address}
#endif
DefaultDirName={autopf}\evalgui
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=commandline
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
LicenseFile=..\..\LICENSE
SetupIconFile=..\..\build\bundle\icons\evalgui.ico
UninstallDisplayIcon={app}\evalgui.exe
OutputDir=..\..\dist
OutputBaseFilename=evalgui-{#Version}-windows-setup
Compression=lzma2
SolidCompression=yes
WizardStyle=modern
ChangesAssociations=yes
CloseApplications=yes
RestartApplications=no
[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "de"; MessagesFile: "compiler:Languages\German.isl"
Name: "fr"; MessagesFile: "compiler:Languages\French.isl"
[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; GroupDescription: "{cm:AdditionalIcons}"; Flags: unchecked
[InstallDelete]
; Of an older version, whose libraries would be loaded beside the new ones.
Type: filesandordirs; Name: "{app}\_internal"
[Files]
Source: "..\..\dist\evalgui\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion
[Icons]
Name: "{autoprograms}\evalgui"; Filename: "{app}\evalgui.exe"; AppUserModelID: "evalgui"
Name: "{autodesktop}\evalgui"; Filename: "{app}\evalgui.exe"; AppUserModelID: "evalgui"; Tasks: desktopicon
[Registry]
Root: HKA; Subkey: "Software\Classes\.evalgui"; ValueType: string; ValueName: ""; ValueData: "evalgui.workspace"; Flags: uninsdeletevalue uninsdeletekeyifempty
Root: HKA; Subkey: "Software\Classes\.evalgui\OpenWithProgids"; ValueType: string; ValueName: "evalgui.workspace"; ValueData: ""; Flags: uninsdeletevalue uninsdeletekeyifempty
Root: HKA; Subkey: "Software\Classes\evalgui.workspace"; ValueType: string; ValueName: ""; ValueData: "evalgui workspace"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\evalgui.workspace\DefaultIcon"; ValueType: string; ValueName: ""; ValueData: "{app}\evalgui.exe,0"
Root: HKA; Subkey: "Software\Classes\evalgui.workspace\shell\open\command"; ValueType: string; ValueName: ""; ValueData: """{app}\evalgui.exe"" ""%1"""
; For "Open with", where other files are concerned.
Root: HKA; Subkey: "Software\Classes\Applications\evalgui.exe"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Applications\evalgui.exe\shell\open\command"; ValueType: string; ValueName: ""; ValueData: """{app}\evalgui.exe"" ""%1"""
[Run]
Filename: "{app}\evalgui.exe"; Description: "{cm:LaunchProgram,evalgui}"; Flags: nowait postinstall skipifsilent
