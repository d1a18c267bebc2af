; A program for Windows that stands in for uv.exe and for python.exe where those do not run: it writes down how it was
; called (STAND_IN_RECORD), does as if "set_up.py" had run where the Python that it is asked for is there (STAND_IN_HAS,
; a part of the command), and ends with a status (STAND_IN_STATUS). Like Python it fails where PYTHONHOME leads elsewhere.
Unicode true
Target amd64-unicode
!include LogicLib.nsh
!include StrFunc.nsh
${StrStr}
OutFile "${OUT}"
SilentInstall silent
RequestExecutionLevel user

Section
    ${StrStr} $0 $CMDLINE "--version"
    ${If} $0 != ""
        SetErrorLevel 0
        Quit
    ${EndIf}
    ${StrStr} $0 $CMDLINE " -I "
    ReadEnvStr $1 PYTHONHOME
    ${If} $0 == ""
    ${AndIf} $1 != ""
        SetErrorLevel 1 ; as a Python does that looks for its library there
        Quit
    ${EndIf}
    ReadEnvStr $0 STAND_IN_RECORD
    ReadEnvStr $1 UV_PYTHON_INSTALL_DIR
    ReadEnvStr $2 UV_CACHE_DIR
    FileOpen $3 $0 a
    FileSeek $3 0 END
    FileWriteUTF16LE $3 "$CMDLINE | $1 | $2$\n"
    FileClose $3
    ${StrStr} $0 $CMDLINE "xlplugin start" ; the page, which runs until it is told to end
    ${If} $0 != ""
        ${DoUntil} ${FileExists} "$EXEDIR\end"
            Sleep 100
        ${Loop}
        Quit
    ${EndIf}
    ${StrStr} $0 $CMDLINE "set_up.py"
    ${If} $0 == ""
        Quit
    ${EndIf}
    ReadEnvStr $0 STAND_IN_HAS
    ${StrStr} $0 $CMDLINE $0
    ${If} $0 == ""
        SetErrorLevel 2
        Quit
    ${EndIf}
    ReadEnvStr $0 STAND_IN_STATUS
    ${If} $0 <> 0
        FileOpen $3 "$EXEDIR\..\problem.txt" w
        FileWrite $3 "It is like this.$\r$\n"
        FileClose $3
    ${EndIf}
    ${If} $0 = 0
    ${OrIf} $0 = 13
        CreateDirectory "$EXEDIR\..\environment\Scripts"
        CopyFiles /SILENT "$EXEPATH" "$EXEDIR\..\environment\Scripts\python.exe"
        FileOpen $3 "$EXEDIR\..\environment\whole" w
        FileClose $3
    ${EndIf}
    SetErrorLevel $0
SectionEnd
